/** The files that make a server in a scenario: those of its own folder, as they are today. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'

/** Imports of files beside the one that has them. */
const OWN_IMPORT = /\bfrom '(\.\/[\w./-]+\.(?:ts|mts|js|mjs))'/g

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.cjs']

/**
 * The scenario's file first, then what it imports of its folder; none where the folder is not here any more.
 * @param server folder
 * @param file of the scenario, without its extension
 * @returns texts by path from the repository's root
 */
export function sourcesOf(server: string, file: string, root = ROOT): Map<string, string> {
  const base = `servers/${server}/${file}`
  const first = EXTENSIONS.map((extension) => base + extension).find((path) => existsSync(join(root, path)))
  const texts = new Map<string, string>()
  const read = (path: string) => {
    if (texts.has(path) || !existsSync(join(root, path))) return
    const text = readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')
    texts.set(path, text)
    for (const [, target] of text.matchAll(OWN_IMPORT)) read(posix.join(posix.dirname(path), target as string))
  }
  if (first !== undefined) read(first)
  return texts
}
