import { basename } from 'node:path'
import { COUNTS, summarizeHeap, summarizeRoutes } from '../../../charts/instruments/heap/format.ts'
import heap from '../../../charts/instruments/heap/instrument.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { counts, fixedSeed, processes, quick } from '../../cli/options.ts'
import { findRuntime } from '../../host/runtimes.ts'
import { HEAP, MANY_ROUTES } from '../../host/servers.ts'
import { foldersCommand, namesOf } from '../folders.ts'
import { measureProcesses } from '../processes.ts'
import { heapOf, instructionsOf } from './measure.ts'
import { routesHeapOf } from './routes.ts'

/** Counted processes: their figures agree within about 5%, and take far longer. */
const COUNTED = 1

export default foldersCommand({
  shows: heap,
  description: 'bytes that schemas of validation libraries retain, and routes of servers',
  options: { processes: processes(5, 1), counts, seed: fixedSeed, quick },
  files: { library: HEAP, server: MANY_ROUTES },
  /** A library is measured on each runtime; its name says both. */
  expand(subject) {
    if (subject.kind === 'server') return [subject]
    const runtimes = RUNTIMES.flatMap((name) => findRuntime(name) ?? [])
    return runtimes.map((runtime) => ({ ...subject, runtime, name: `${subject.name} on ${runtime.name}` }))
  },
  async measure({ subjects, values: { processes, seed }, counter, lanes }) {
    const rounds = { processes, lanes, seed }
    const schemas = await measureProcesses({
      ...rounds,
      servers: subjects.filter(({ kind }) => kind === 'library'),
      async measure(library, round) {
        const process = await heapOf(library)
        if (!counter || round > COUNTED) return process
        return { ...process, instructions: await instructionsOf(counter, library) }
      },
      line: (process) => `${bytesText(summarizeHeap([process])?.user.used)} per schema of a user`,
    })
    const routes = await measureProcesses({
      ...rounds,
      servers: subjects.filter(({ kind }) => kind === 'server'),
      measure: (server, _, cpus) => routesHeapOf(server, cpus),
      line: (process) => `${bytesText(summarizeRoutes([process])?.used)} per route`,
    })
    return sixDigits({
      ...{ scenario: 'update-user' as const, counts: [...COUNTS], seed },
      ...{ processes, routeProcesses: processes, counted: counter ? Math.min(COUNTED, processes) : 0 },
      servers: schemas.map(({ server, processes: all, ...identity }) => ({
        ...{
          ...identity,
          name: basename(server.directory),
          displayName: server.manifest.name ?? basename(server.directory),
        },
        ...namesOf(server, all[0]?.library, all[0]?.package),
        processes: all.map(({ library: _library, package: _package, ...figures }) => figures),
        summary: identity.refusal === null ? summarizeHeap(all) : null,
      })),
      routes: routes.map(({ server: _, ...own }) => ({
        ...own,
        summary: own.refusal === null ? summarizeRoutes(own.processes) : null,
      })),
    })
  },
  failed: ({ servers, routes }) => [...servers, ...routes].some(({ refusal }) => refusal !== null),
})

const bytesText = (bytes: Median | undefined) => `${grouped(bytes?.median ?? 0)} bytes`
