import { globSync, readFileSync } from 'node:fs';

/** What a saga dispatches according to its code: action types, and endpoints whose requests it starts. */
export interface Dispatches {
  types: Set<string>;
  endpoints: Set<string>;
}
interface Source extends Dispatches {
  /** Functions that it calls itself, such as a saga after `yield*`; `call(saga)` is not one of them. */
  delegates: Set<string>;
}
const SAGA = /function\* (\w+)/g;
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

/** The action type of each action creator that the file imports, by its name in the file. */
async function importedTypes(text: string): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const [, list = '', module = ''] of text.matchAll(/import \{([^}]*)\} from '(#store\/[^']*)'/g)) {
    const exported = (await import(module)) as Record<string, { type?: unknown } | undefined>;
    for (const one of list.split(',')) {
      const [original = '', local = original] = one.trim().split(' as ');
      const type = exported[original]?.type;
      if (typeof type === 'string') types.set(local, type);
    }
  }
  return types;
}

/**
 * Reads from the source files which saga dispatches what. It does not use the recorder, so a test can compare
 * both. A saga that runs another one with `yield*` dispatches what the other one does.
 */
export async function readSagaSources(): Promise<Map<string, Dispatches>> {
  const sources = new Map<string, Source>();
  for (const file of globSync('sagas/**/*.ts')) {
    const text = readFileSync(file, 'utf8');
    const types = await importedTypes(text);
    const starts = [...text.matchAll(SAGA)];
    for (const [index, start] of starts.entries()) {
      const name = start[1] ?? '';
      const body = text.slice(start.index, starts[index + 1]?.index);
      const source = sources.get(name) ?? { types: new Set(), endpoints: new Set(), delegates: new Set() };
      for (const creator of matches(body, /\bput\(\s*(\w+)\(/g)) {
        const type = types.get(creator);
        if (type) source.types.add(type);
      }
      for (const utility of matches(body, /\.util\.(\w+)\(/g)) source.types.add(`api/${utility}`);
      if (/navigator\.(replace|push)\(/.test(body)) source.types.add('navigation/locationChanged');
      for (const endpoint of matches(body, /(\w+)\.initiate\(/g)) source.endpoints.add(endpoint);
      for (const inner of matches(body, /(?<!function\* |\.)\b(\w+)\(/g)) source.delegates.add(inner);
      sources.set(name, source);
    }
  }
  const resolve = (name: string, seen: Set<string>): Dispatches => {
    const all: Dispatches = { types: new Set(), endpoints: new Set() };
    const source = sources.get(name);
    if (!source || seen.has(name)) return all;
    seen.add(name);
    for (const part of [source, ...[...source.delegates].map((inner) => resolve(inner, seen))]) {
      for (const type of part.types) all.types.add(type);
      for (const endpoint of part.endpoints) all.endpoints.add(endpoint);
    }
    return all;
  };
  return new Map([...sources.keys()].map((name) => [name, resolve(name, new Set())]));
}
