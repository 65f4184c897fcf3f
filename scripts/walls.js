import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms, soleImporters, webRooms } from './rooms.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** @returns the longest room that the file, or a folder around it, belongs to */
function roomOf(file, rooms) {
  return rooms
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Calls back for every import of a file, in any form. */
function everyImport(report) {
  const check = (node) => {
    const { source } = node;
    if (typeof source?.value === 'string') report(source, source.value);
  };
  return Object.fromEntries(
    ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'].map(
      (type) => [type, check],
    ),
  );
}

/** The path of a file relative to a folder, without its extension: `axl/soap/xml`. */
function pathFrom(folder, file) {
  return path
    .relative(folder, file)
    .split(path.sep)
    .join('/')
    .replace(/\.[jt]sx?$/, '');
}

/** The package in a specifier: `@preact/signals` for `@preact/signals/utils`. */
function packageOf(specifier) {
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/**
 * The rooms of `src` or `web`: what each may import. Paths are resolved first, so that it does not matter how they are
 * written.
 * @param part the folder
 * @param rooms with the packages that a room is bound to
 * @param soleImporters the packages that certain files alone may import
 */
const wallsOf = (part, rooms, soleImporters = {}) => ({
  meta: { type: 'problem' },
  create(context) {
    const folder = path.join(root, part);
    const file = pathFrom(folder, context.filename);
    const room = roomOf(file, Object.keys(rooms));
    if (room === undefined) {
      return {
        Program: (node) =>
          context.report({ node, message: `no wall covers ${file}: name its room in scripts/rooms.js` }),
      };
    }
    const { imports, packages } = rooms[room];
    return everyImport((node, specifier) => {
      if (specifier.startsWith('.')) {
        const target = pathFrom(folder, path.resolve(path.dirname(context.filename), specifier));
        const targetRoom = roomOf(target, Object.keys(rooms));
        if (targetRoom === room || imports.includes(targetRoom) || imports.includes(target)) return;
        context.report({ node, message: `${room} may not import ${target}: see scripts/rooms.js` });
        return;
      }
      const name = packageOf(specifier);
      const sole = soleImporters[name];
      if (packages !== undefined && !packages.includes(name)) {
        const allowed = packages.length > 0 ? packages.join(' and ') : 'nothing but itself';
        context.report({ node, message: `${room} may not import ${specifier}: it needs ${allowed}` });
      } else if (sole !== undefined && !sole.includes(file)) {
        context.report({ node, message: `${name} is imported by ${sole.join(',')} alone` });
      }
    });
  },
});

/** What all tests share. */
const shared = 'support';

/**
 * A folder of tests may import itself, the shared helpers of tests, and the tested code; never the helpers of another
 * folder.
 */
const tests = {
  meta: { type: 'problem' },
  create(context) {
    const folder = path.join(root, 'test');
    const roomOfTests = (file) => file.split('/')[0];
    const room = roomOfTests(pathFrom(folder, context.filename));
    return everyImport((node, specifier) => {
      if (!specifier.startsWith('.')) return;
      const target = pathFrom(folder, path.resolve(path.dirname(context.filename), specifier));
      if (['..', shared, room].includes(roomOfTests(target))) return;
      context.report({
        node,
        message: `test/${room} may not import test/${target}: what tests share is in test/${shared}`,
      });
    });
  },
};

export default {
  meta: { name: 'walls' },
  rules: { src: wallsOf('src', rooms, soleImporters), web: wallsOf('web', webRooms), tests },
};
