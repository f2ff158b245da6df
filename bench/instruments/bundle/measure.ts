/** Bundles a library's steps and checks that the bundle still validates. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type BuildFailure, build } from 'esbuild'
import type { Bundle } from '../../../charts/instruments/bundle/format.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import { explainingLine } from '../../host/programs.ts'
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import type { Server } from '../../host/servers.ts'

type Named = Pick<Steps, 'library' | 'package'>

const VALID = { id: 1, name: 'Ada', surname: 'Lovelace', lastUpdate: '2026-02-28T12:00:00.000Z' }
const INVALID = { ...VALID, name: { first: 'Ada' } }

/** Gives bundled CommonJS a `require` for Node's modules. Not counted, since an application needs it only once. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);\n`

/** Parses both users in a process that has only the bundle. */
const CHECK = `
import(process.argv[1]).then(async ({ steps }) => {
  const [user, none] = [await steps.parse(${JSON.stringify(VALID)}), await steps.parse(${JSON.stringify(INVALID)})]
  const text = user && steps.stringify(user)
  console.log(JSON.stringify({ library: steps.library, package: steps.package, text, rejects: none === null }))
})`

/** @throws if the steps cannot be bundled, or the bundle accepts the invalid user or rejects the valid one */
export async function bundleOf({ entry, runtime }: Pick<Server, 'entry' | 'runtime'>): Promise<Bundle & Named> {
  const [raw, minified] = await Promise.all([bundled(entry, false), bundled(entry, true)])
  const scratch = makeScratch('bench-bundle-')
  try {
    const file = join(scratch, 'bundle.mjs')
    writeFileSync(file, Buffer.concat([Buffer.from(REQUIRE), minified.code]))
    const named = await check(runtime.executable, file)
    const gzipped = gzipSync(minified.code, { level: 9 }).length
    return { ...named, raw: raw.code.length, minified: minified.code.length, gzipped, builtins: minified.builtins }
  } finally {
    removeScratch(scratch)
  }
}

async function bundled(entry: string, minify: boolean): Promise<{ code: Uint8Array; builtins: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify,
    platform: 'node',
    format: 'esm',
    // For Node, esbuild's default prefers CommonJS, which it cannot tree-shake.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Makes paths in comments of the raw bundle independent of the current directory.
    absWorkingDir: ROOT,
    write: false,
    metafile: true,
    logLevel: 'silent',
  }).catch(({ errors: [first] }: BuildFailure) => {
    throw new Error(`cannot be bundled: ${first?.text} (${first?.location?.file})`)
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter(({ external }) => external).map(({ path }) => path.replace(/^node:/, ''))
  return { code: outputFiles[0]?.contents ?? new Uint8Array(), builtins: [...new Set(names)].sort() }
}

async function check(executable: string, file: string): Promise<Named> {
  const run = promisify(execFile)(executable, ['-e', CHECK, file], { timeout: 20_000 })
  const { stdout } = await run.catch(({ stderr, message }: Error & { stderr: string }) => {
    throw new Error(`its bundle does not run: ${explainingLine(stderr) ?? message}`)
  })
  const { text, rejects, ...named } = JSON.parse(stdout) as Named & { text: string | null; rejects: boolean }
  if (text !== JSON.stringify(VALID))
    throw new Error(`its bundle returns ${text} for the valid ${JSON.stringify(VALID)}`)
  if (!rejects) throw new Error(`its bundle accepts the invalid ${JSON.stringify(INVALID)}`)
  return named
}
