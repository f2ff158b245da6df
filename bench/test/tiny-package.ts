/** A tiny package and a server that needs it, to compare versions without a registry. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'

/** Name of the package and of the server's folder. */
export const TINY = 'tiny-package'

/** Sources of the package; `work` is applied to each response. */
export const tinyVersions = {
  fair: 'export const work = (answer) => answer',
  /** Enough work to exceed a machine's noise, without time-outs. */
  slow: `export function work(answer) {
  for (let i = 0; i < 2e5; i++) globalThis.sink = i
  return answer
}`,
  /** Ends the server. */
  broken: `export const work = undefined
throw new Error('this version is broken')`,
  /** Accepts everything. */
  wrong: `export const work = () => ({ status: 200, body: '{}' })`,
} as const

/** Returns the package's files. @param source of its only module */
export function tinyFiles(source: string, version = '1.0.0'): Record<string, unknown> {
  return {
    'package.json': {
      name: TINY,
      version,
      type: 'module',
      exports: './index.js',
      files: ['index.js'],
    },
    'index.js': source,
  }
}

/** Writes a directory for `--servers-dir` with the server. Its package is not installed. */
export function writeTinyServer(directory: string): void {
  const validation = { ...disclosure.validation, errors: 'all' }
  const helper = pathToFileURL(join(import.meta.dirname, 'faulty/user-server.ts'))
  writeTree(join(directory, TINY), {
    'package.json': {
      name: '@servers/tiny-package',
      private: true,
      type: 'module',
      dependencies: { [TINY]: '1.0.0' },
      bench: {
        package: TINY,
        router: false,
        ...disclosure,
        validation,
        description: 'a server of a few lines',
      },
    },
    'update-user.ts': `import { work } from '${TINY}'
import { honest, serve } from '${helper}'

serve((call) => work(honest(call)))
`,
  })
}

/** Returns a directory with the server in `servers`, and a folder of the package for each version. */
export function tinyDirectory(t: TestContext): string {
  const directory = temporaryDirectory(t)
  writeTinyServer(join(directory, 'servers'))
  for (const [name, source] of Object.entries(tinyVersions))
    writeTree(join(directory, name), tinyFiles(source))
  return directory
}

/** Options of `versions` for the shortest run that still detects a factor of 50. */
export const SHORT_VERSIONS = [
  '--metric',
  'requests',
  '--rounds',
  '3',
  '--seconds',
  '0.5',
  '--warmup',
  '0.1',
]
