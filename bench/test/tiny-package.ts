/** A package of a few lines and a server that needs it: what versions are compared with where no registry is asked. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/results/samples.ts'

/** Of the package, and of the server's folder. */
export const TINY = 'tiny-package'

/** What `tiny` does with each answer. */
export const tinyVersions = {
  fair: 'export const work = (answer) => answer',
  /** So much computing that a noisy machine does not hide it, and so little that no request times out. */
  slow: `export function work(answer) {
  for (let i = 0; i < 2e5; i++) globalThis.sink = i
  return answer
}`,
  /** Ends the server that imports it. */
  broken: `export const work = undefined
throw new Error('this version is broken')`,
  /** Says yes to everything. */
  wrong: `export const work = () => ({ status: 200, body: '{}' })`,
} as const

/** The package's files. @param source of its only module */
export function tinyFiles(source: string, version = '1.0.0'): Record<string, unknown> {
  return {
    'package.json': { name: TINY, version, type: 'module', exports: './index.js', files: ['index.js'] },
    'index.js': source,
  }
}

/** Writes a directory for `--servers-dir` with the server, whose package is installed nowhere. */
export function writeTinyServer(directory: string): void {
  const validation = { ...disclosure.validation, errors: 'all' }
  const helper = pathToFileURL(join(import.meta.dirname, 'faulty/user-server.ts'))
  writeTree(join(directory, TINY), {
    'package.json': {
      name: '@servers/tiny-package',
      private: true,
      type: 'module',
      dependencies: { [TINY]: '1.0.0' },
      bench: { package: TINY, router: false, ...disclosure, validation, description: 'a server of a few lines' },
    },
    'update-user.ts': `import { work } from '${TINY}'
import { honest, serve } from '${helper}'

serve((call) => work(honest(call)))
`,
  })
}

/** A directory with the server's folder in `servers`, and a folder of the package for each version. */
export function tinyDirectory(t: TestContext): string {
  const directory = temporaryDirectory(t)
  writeTinyServer(join(directory, 'servers'))
  for (const [name, source] of Object.entries(tinyVersions)) writeTree(join(directory, name), tinyFiles(source))
  return directory
}

/** Options of `versions` that make it as short as it can be and still show what is fifty times slower. */
export const SHORT_VERSIONS = ['--metric', 'requests', '--rounds', '3', '--seconds', '0.5', '--warmup', '0.1']
