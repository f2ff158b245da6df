/** The generators' own limits: against a server that sends one response to any request. */
import { join } from 'node:path'
import type { Random } from '../../../shared/basics/random.ts'
import { FIXED_RESPONSE, limitPart } from '../../../shared/probes/generator-figures.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import type { FailedPart, Figures } from '../../measure/probe.ts'
import type { Subject, SubjectFinder } from '../../measure/subjects.ts'
import { withServer } from '../../server/with-server.ts'
import type { Generators } from './generators.ts'
import { faultIn, loadFigures } from './measure.ts'
import type { LoadedBy } from './session.ts'

/** The response of `hello`, the shortest of all scenarios. */
const BODY = '{"hello":"world"}'
const RESPONSE = [
  'HTTP/1.1 200 OK',
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n')

/** Adds the server, which has no folder, to those of each file. */
export const withFixedResponse = (finder: SubjectFinder): SubjectFinder => ({
  ...finder,
  find: (values, word) =>
    finder.find(values, word).map((found) => ({
      ...found,
      subjects: [...found.subjects, ...found.subjects.slice(0, 1).map(fixedResponse)],
    })),
})

const fixedResponse = (like: Subject): Subject => ({
  ...like,
  name: FIXED_RESPONSE,
  manifest: { ...like.manifest, name: 'fixed response', wire: 'plain' },
  runtime: findRuntime('node') ?? like.runtime,
  version: null,
  packages: {},
  builds: false,
  source: '',
  entry: join(import.meta.dirname, 'worker.ts'),
})

/**
 * Loads one fresh process of it by each generator.
 * @param kinds generators by requests in flight
 * @param warmUp seconds
 */
export function generatorLimits(
  { runtime, entry }: Subject,
  kinds: ReadonlyMap<number, Generators>,
  { cpus, random, warmUp }: { cpus: number[] | null; random: Random; warmUp: number },
): Promise<Record<string, Figures | FailedPart>> {
  const launch = { runtime, entry, env: { RESPONSE } }
  return withServer(launch, { cpus }, async ({ port }) => {
    const parts: Record<string, Figures | FailedPart> = {}
    for (const [inFlight, generators] of kinds) {
      const names = generators.on('plain')
      if (names.length === 0) continue
      const builtin = await generators.builtin('plain')
      const { requests, seconds } = await builtin.load(port, warmUp)
      for (const name of random.shuffle(names)) {
        const session = await generators.of(name, 'plain', requests / seconds)
        await session.load(port, warmUp)
        const figures = session.figures as LoadedBy
        const fault = faultIn(figures)
        parts[limitPart(name, inFlight)] =
          fault === null ? loadFigures(figures) : { disqualified: fault }
      }
      await builtin.release?.(port)
    }
    return parts
  })
}
