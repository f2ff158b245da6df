/** Bundles programs for production, and checks that each bundle still does its work. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { messageOf } from '../../../shared/basics/errors.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Server } from '../../folders/servers.ts'
import type { Runtime } from '../../machine/runtimes.ts'
import { assertBundle, bundled, type Platform, writeBundle } from '../../measure/bundling.ts'
import type { Figures } from '../../measure/probe.ts'
import { printedJson } from '../../processes/run-program.ts'
import { scratch } from '../../processes/scratch.ts'
import { writeProject } from '../../templates/project.ts'
import type { Template } from '../../templates/template.ts'

const VALID = { id: 1, name: 'Ada', surname: 'Lovelace', lastUpdate: '2026-02-28T12:00:00.000Z' }
const INVALID = { ...VALID, name: { first: 'Ada' } }

/** Parses both users in a process that has only the bundle. */
const PARSE = `
import(process.argv[1]).then(async ({ steps }) => {
  const [user, none] = [await steps.parse(${JSON.stringify(VALID)}), await steps.parse(${JSON.stringify(INVALID)})]
  const library = { name: steps.library, package: steps.package }
  console.log(JSON.stringify({ library, text: user && steps.stringify(user), rejects: none === null }))
})`

/** Calls the procedure, and prints the body of the request. */
const CALL = `
globalThis.fetch = async (...request) => {
  console.log(JSON.stringify(await new Request(...request).text()))
  process.exit()
}
import(process.argv[1]).then(({ call0 }) => call0())`

type Parsed = Required<Pick<Figures, 'library'>> & { text: string; rejects: boolean }

/** @throws if the steps cannot be bundled, or the bundle accepts the invalid user or rejects the valid one */
export function bundleLibrary({ entry, runtime }: Pick<Server, 'entry' | 'runtime'>) {
  return bundleOf(entry, 'node', async (file) => {
    const { library, text, rejects } = (await run(runtime, PARSE, file)) as Parsed
    if (text !== JSON.stringify(VALID))
      throw new Error(`its bundle returns ${text} for the valid ${JSON.stringify(VALID)}`)
    if (!rejects) throw new Error(`its bundle accepts the invalid ${JSON.stringify(INVALID)}`)
    return { library }
  })
}

/** @throws if the server cannot be bundled, or the bundle violates the contract of update-user */
export function bundleServer(server: Server) {
  return bundleOf(server.entry, 'node', async (file) => {
    await assertBundle(server, updateUser, file)
    return {}
  })
}

/**
 * Bundles a typed client with one procedure for a browser.
 * @throws if the client cannot be bundled, or the bundle does not send the user
 */
export async function bundleClient(
  template: Template,
  { directory, runtime }: Pick<Server, 'directory' | 'runtime'>,
) {
  using project = scratch('.bundle-', directory)
  writeProject(template, project.path, 1)
  return await bundleOf(join(project.path, 'calls-of-group0.ts'), 'browser', async (file) => {
    const body = await run(runtime, CALL, file)
    if (!String(body).includes(VALID.surname))
      throw new Error(`its bundle sends no user, but ${JSON.stringify(body)}`)
    return { displayName: template.displayName }
  })
}

/** @param check of the bundle in a file, which may name what was bundled */
async function bundleOf(
  entry: string,
  platform: Platform,
  check: (file: string) => Promise<Omit<Figures, 'values'>>,
): Promise<Figures> {
  const [raw, minified, documented] = await Promise.all([
    bundled(entry, platform, { minify: false, style: 'namespace' }),
    bundled(entry, platform, { minify: true, style: 'namespace' }),
    bundled(entry, platform, { minify: true, style: 'documented' }),
  ])
  using directory = scratch('bench-bundle-')
  const file = join(directory.path, 'bundle.mjs')
  writeBundle(file, minified.code, platform)
  const isDifferent = documented.code.length !== minified.code.length
  return {
    ...(await check(file)),
    values: {
      raw: raw.code.length,
      minified: minified.code.length,
      gzipped: gzippedBytes(minified.code),
      documented: isDifferent ? gzippedBytes(documented.code) : null,
      builtins: minified.builtins.length,
    },
  }
}

const gzippedBytes = (code: Uint8Array) => gzipSync(code, { level: 9 }).length

/** Returns what the program prints as JSON. */
function run({ executable }: Runtime, program: string, file: string): Promise<unknown> {
  return printedJson(executable, ['-e', program, file], { limit: 20 }).catch((error) => {
    throw new Error(`its bundle does not run: ${messageOf(error)}`)
  })
}
