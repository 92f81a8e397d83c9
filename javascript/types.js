// Type checks of the pages' modules by TypeScript. Lit makes accessors of what a class names in `static properties`; the checker learns of
// them here, from the same declaration, so that no property is declared twice.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const TYPES = { String: 'string', Number: 'number', Boolean: 'boolean' };

/** All problems that the checker finds, as "file:line: text". */
export function typeProblems() {
  const config = ts.getParsedCommandLineOfConfigFile(join(HERE, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  const host = ts.createCompilerHost(config.options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    name.endsWith('.js') && !name.includes('node_modules')
      ? ts.createSourceFile(name, withAccessors(readFileSync(name, 'utf8')), ...rest)
      : read.call(host, name, ...rest);
  const program = ts.createProgram(config.fileNames, config.options, host);
  return ts.getPreEmitDiagnostics(program).map(described);
}

/** The source with a field behind `static properties = {…}` for each property, on the line where the declaration ends. */
export function withAccessors(text) {
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022, true);
  const inserts = [];
  const visit = (node) => {
    if (
      ts.isPropertyDeclaration(node) &&
      node.name.getText() === 'properties' &&
      node.initializer &&
      ts.isObjectLiteralExpression(node.initializer)
    ) {
      const fields = node.initializer.properties
        .filter(ts.isPropertyAssignment)
        .map((each) => `/** @type {${typeOf(each)}} */ ${each.name.getText()};`);
      inserts.push([node.end, fields.join(' ')]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return inserts.reduceRight((done, [at, fields]) => `${done.slice(0, at)} ${fields} ${done.slice(at)}`, text);
}

function typeOf(property) {
  const named = /\btype:\s*(\w+)/.exec(property.initializer.getText());
  return TYPES[named?.[1]] ?? 'any';
}

function described(problem) {
  const text = ts.flattenDiagnosticMessageText(problem.messageText, ' ');
  if (!problem.file) return text;
  const { line } = problem.file.getLineAndCharacterOfPosition(problem.start);
  return `${relative(ROOT, problem.file.fileName)}:${line + 1}: ${text} (TS${problem.code})`;
}

function fail(problem) {
  throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, ' '));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = typeProblems();
  problems.forEach((each) => console.error(each));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
