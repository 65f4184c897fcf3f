const compiled = new Map<string, RegExp>();
const maxCompiled = 1000;

/**
 * SQL LIKE as the call manager's database has it: `%` is any text, `_` one character, case matters, and the escape
 * character makes a following `%`, `_` or itself literal. Before anything else it stands for itself, so that the
 * stored form of an E.164 number, `\+1408...`, finds itself.
 */
export function isLike(text: string, pattern: string, escape = '\\'): boolean {
  const key = escape + pattern;
  let expression = compiled.get(key);
  if (expression === undefined) {
    expression = compile(pattern, escape);
    if (compiled.size >= maxCompiled) compiled.clear();
    compiled.set(key, expression);
  }
  return expression.test(text);
}

function compile(pattern: string, escape: string): RegExp {
  const characters = Array.from(pattern);
  let source = '';
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i] ?? '';
    const next = characters[i + 1];
    if (character === escape && next !== undefined && ['%', '_', escape].includes(next)) {
      source += literal(next);
      i += 1;
    } else if (character === '%') {
      if (!source.endsWith('.*')) source += '.*';
    } else {
      source += character === '_' ? '.' : literal(character);
    }
  }
  return new RegExp(`^${source}$`, 'su');
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
}
