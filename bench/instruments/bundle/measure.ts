/** Bundles programs for production, and checks that each bundle still does its work. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bundle } from '../../../charts/instruments/bundle/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Server } from '../../folders/servers.ts'
import type { Runtime } from '../../machine/runtimes.ts'
import { printedJson } from '../../processes/run-program.ts'
import { scratch } from '../../processes/scratch.ts'
import { writeProject } from '../../templates/project.ts'
import type { Template } from '../../templates/template.ts'
import { assertBundle, bundled, type Platform, writeBundle } from '../bundling.ts'

export type Named = Pick<Steps, 'library' | 'package'>

const VALID = { id: 1, name: 'Ada', surname: 'Lovelace', lastUpdate: '2026-02-28T12:00:00.000Z' }
const INVALID = { ...VALID, name: { first: 'Ada' } }

/** Parses both users in a process that has only the bundle. */
const PARSE = `
import(process.argv[1]).then(async ({ steps }) => {
  const [user, none] = [await steps.parse(${JSON.stringify(VALID)}), await steps.parse(${JSON.stringify(INVALID)})]
  const text = user && steps.stringify(user)
  console.log(JSON.stringify({ library: steps.library, package: steps.package, text, rejects: none === null }))
})`

/** Calls the procedure, and prints the body of the request. */
const CALL = `
globalThis.fetch = async (...request) => {
  console.log(JSON.stringify(await new Request(...request).text()))
  process.exit()
}
import(process.argv[1]).then(({ call0 }) => call0())`

/** @throws if the steps cannot be bundled, or the bundle accepts the invalid user or rejects the valid one */
export function bundleLibrary({
  entry,
  runtime,
}: Pick<Server, 'entry' | 'runtime'>): Promise<Bundle & Named> {
  return bundleOf(entry, async (file) => {
    const { text, rejects, ...named } = (await run(runtime, PARSE, file)) as Named & {
      text: string
      rejects: boolean
    }
    if (text !== JSON.stringify(VALID))
      throw new Error(`its bundle returns ${text} for the valid ${JSON.stringify(VALID)}`)
    if (!rejects) throw new Error(`its bundle accepts the invalid ${JSON.stringify(INVALID)}`)
    return named
  })
}

/** @throws if the server cannot be bundled, or the bundle violates the contract of update-user */
export function bundleServer(server: Server): Promise<Bundle> {
  return bundleOf(server.entry, async (file) => {
    await assertBundle(server, updateUser, file)
    return {}
  })
}

/**
 * Bundles a typed client with one procedure for a browser.
 * @param folder whose packages the client sees
 * @throws if the client cannot be bundled, or the bundle does not send the user
 */
export async function bundleClient(
  template: Template,
  folder: string,
  runtime: Runtime,
): Promise<Bundle> {
  using directory = scratch('.bundle-', folder)
  writeProject(template, directory.path, 1)
  return await bundleOf(
    join(directory.path, 'calls-of-group0.ts'),
    async (file) => {
      const body = await run(runtime, CALL, file)
      if (!String(body).includes(VALID.surname))
        throw new Error(`its bundle sends no user, but ${JSON.stringify(body)}`)
      return {}
    },
    'browser',
  )
}

async function bundleOf<T>(
  entry: string,
  check: (file: string) => Promise<T>,
  platform: Platform = 'node',
): Promise<Bundle & T> {
  const [raw, minified, documented] = await Promise.all([
    bundled(entry, platform, { minify: false, style: 'namespace' }),
    bundled(entry, platform, { minify: true, style: 'namespace' }),
    bundled(entry, platform, { minify: true, style: 'documented' }),
  ])
  using directory = scratch('bench-bundle-')
  const file = join(directory.path, 'bundle.mjs')
  writeBundle(file, minified.code, platform)
  const checked = await check(file)
  const gzipped = gzippedBytes(minified.code)
  return {
    ...{
      ...checked,
      raw: raw.code.length,
      minified: minified.code.length,
      gzipped,
      builtins: minified.builtins,
    },
    ...(documented.code.length !== minified.code.length && {
      asDocumented: gzippedBytes(documented.code),
    }),
  }
}

const gzippedBytes = (code: Uint8Array) => gzipSync(code, { level: 9 }).length

/** Returns what the program prints as JSON. */
function run({ executable }: Runtime, program: string, file: string): Promise<unknown> {
  return printedJson(executable, ['-e', program, file], { limit: 20 }).catch((error) => {
    throw new Error(`its bundle does not run: ${messageOf(error)}`)
  })
}
