import { parseAst } from 'rolldown/parseAst';
import { minifySync } from 'rolldown/utils';
import { minify } from 'terser';

/**
 * A plugin of the bundler: of two minifiers each finds what the other one does not.
 * @param {string} texts the name of the constant that holds every text
 */
export function smallCode(texts) {
  return {
    name: 'small-code',
    renderChunk: async (code) => {
      const options = { module: true, compress: { target: 'es2022' }, mangle: { toplevel: true } };
      const small = minifySync('chunk.js', flattened(code, texts), options).code;
      return (await minify(small, { module: true, ecma: 2020, compress: { passes: 2 } })).code;
    },
  };
}

/**
 * Makes of one large constant object many small constants: `texts.header.leave.title` becomes a name of its own, which
 * a minifier makes short, or replaces by what it stands for. What is asked for by a computed key, or handed on whole,
 * stays an object. Constants that stand for a part of it, such as `const words = texts.header`, are followed.
 * @param {string} code a module, in which nothing writes to the object
 * @param {string} name what the constant is called, at the top of the module
 * @returns {string} the same code, where there is no such object
 */
export function flattened(code, name) {
  const program = parseAst(code);
  const constants = new Map(program.body.flatMap(declaratorsOf).map((each) => [each.id.name, each.init]));
  const root = constants.get(name);
  const tree = { ...treeOf(root, constants, [name]), node: root };
  if (!tree.parts) return code;
  const { uses, aliases } = usesOf(program, name, tree);
  for (const { part } of uses) part.isWhole = true;
  const declared = constantsOf(tree, code);
  const edits = [
    ...uses.map(({ part, start, end, key }) => ({ start, end, text: key + part.name })),
    ...aliases.map(({ id, start, end }) => ({ start, end, text: `${namesIn(id)[0]} = 0` })),
  ];
  const { end } = program.body.find((each) => declaratorsOf(each).some(({ init }) => init === root));
  return edited(code, [...edits, { start: end, end, text: `\n${declared.join('\n')}` }]);
}

/** The constants that a statement declares by a name. A bundler writes `var` for what is `const` in a module. */
function declaratorsOf(statement) {
  if (statement.type !== 'VariableDeclaration' || statement.kind === 'let') return [];
  return statement.declarations.filter(({ id, init }) => id.type === 'Identifier' && init);
}

/** The parts of an object by their keys; a part that is no object has none. */
function treeOf(node, constants, path) {
  const meant = node?.type === 'Identifier' ? constants.get(node.name) : node;
  if (meant?.type !== 'ObjectExpression') return { node, path };
  const parts = new Map();
  for (const property of meant.properties) {
    if (property.type === 'SpreadElement') {
      const { parts: others } = treeOf(property.argument, constants, path);
      if (others === undefined) return { node, path };
      for (const [key, part] of others) parts.set(key, part);
    } else {
      const key = String(property.key.name ?? property.key.value);
      parts.set(key, treeOf(property.value, constants, [...path, key]));
    }
  }
  return { node: meant, path, parts };
}

/**
 * Where parts of the object are used, each as small as it is named there, of a shorthand property with its key; and what
 * stood for a part, which nothing needs any more.
 */
function usesOf(program, name, tree) {
  const uses = [];
  const aliases = [];
  const visit = (node, outer, key = '') => {
    if (!node?.type) return;
    const found = partAt(node, outer);
    if (found) {
      uses.push({ ...found, start: node.start, key });
      return;
    }
    const scope = scopeIn(node, outer);
    if (node.type === 'VariableDeclarator' && namesIn(node.id).every((each) => scope.has(each))) {
      aliases.push(node);
      return;
    }
    for (const [field, value] of Object.entries(node)) {
      const isName = (field === 'property' || field === 'key') && !node.computed;
      const before = node.shorthand ? `${node.key.name}: ` : '';
      if (!isName) for (const each of [value].flat()) visit(each, scope, before);
    }
  };
  visit(program, new Map([[name, tree]]));
  return { uses, aliases };
}

/** @returns the smallest part that a chain such as `texts.header.leave` names, and where it ends */
function partAt(node, scope) {
  if (node.type === 'Identifier') return scope.get(node.name) && { part: scope.get(node.name), end: node.end };
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const found = partAt(node.object, scope);
  if (!found || found.end !== node.object.end) return found;
  const part = found.part.parts?.get(node.property.name);
  return part ? { part, end: node.end } : found;
}

/** What names mean inside of a node: those that it declares hide others, or stand for a part themselves. */
function scopeIn(node, outer) {
  if (!/Function|Class|Program|BlockStatement|For|Catch|SwitchCase/.test(node.type)) return outer;
  const scope = new Map(outer);
  const hide = (pattern) => {
    for (const name of namesIn(pattern)) scope.delete(name);
  };
  for (const pattern of [node.id, node.param, ...(node.params ?? [])]) hide(pattern);
  const statements = [node.body, node.init, node.left, node.consequent].flat();
  for (const { id, init } of statements.flatMap((each) => each?.declarations ?? (each?.id ? each : []))) {
    if (init && scope.get(id.name)?.node === init) continue;
    const found = init && partAt(init, scope);
    hide(id);
    if (found?.part.parts && found.end === init.end)
      for (const [name, part] of partsIn(id, found.part)) scope.set(name, part);
  }
  return scope;
}

/** The names that a pattern declares for parts of an object, with those; none where it declares anything else. */
function partsIn(pattern, whole) {
  if (pattern.type === 'Identifier') return [[pattern.name, whole]];
  const parts = pattern.properties?.map(({ key, value }) => [value?.name, whole.parts.get(key?.name)]) ?? [];
  return parts.every((each) => each.every(Boolean)) ? parts : [];
}

/** The names that a pattern declares. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.value ?? each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Gives each part that is used a name, and declares it. */
function constantsOf(tree, code) {
  const taken = new Set(code.match(/[\w$]+/g));
  const text = ({ node, parts }) =>
    parts
      ? `{${[...parts].map(([key, part]) => `${JSON.stringify(key)}: ${text(part)}`).join(', ')}}`
      : code.slice(node.start, node.end);
  const nameWithin = ({ parts }, outer) => {
    for (const [key, part] of parts ?? []) {
      part.name = `${outer}[${JSON.stringify(key)}]`;
      nameWithin(part, part.name);
    }
  };
  const declare = (part) => {
    if (!part.isWhole) return [...(part.parts?.values() ?? [])].flatMap(declare);
    part.name = freeName(part.path, taken);
    nameWithin(part, part.name);
    return [`const ${part.name} = ${text(part)};`];
  };
  return declare(tree);
}

function freeName(path, taken) {
  const wanted = path.join('_').replace(/[^\w$]/g, '_');
  let name = wanted;
  for (let more = 1; taken.has(name); more += 1) name = `${wanted}_${more}`;
  taken.add(name);
  return name;
}

function edited(code, edits) {
  let at = 0;
  let made = '';
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    made += code.slice(at, start) + text;
    at = end;
  }
  return made + code.slice(at);
}
