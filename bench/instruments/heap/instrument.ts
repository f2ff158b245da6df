import { COUNTS, slope } from '../../../charts/instruments/heap/format.ts'
import heap from '../../../charts/instruments/heap/instrument.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { RUNTIMES } from '../../../shared/format/disclosure.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import { counts, fixedSeed, processes, quick } from '../../cli/options.ts'
import { HEAP, MANY_ROUTES } from '../../folders/servers.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { foldersCommand, namesOf } from '../folders.ts'
import { measureProcesses } from '../processes.ts'
import { heapOf, instructionsOf, type Measured, routesHeapOf } from './measure.ts'

export default foldersCommand({
  shows: heap,
  description: 'bytes that schemas of validation libraries and routes of servers retain',
  options: { processes: processes(5, 1), counts, seed: fixedSeed, quick },
  files: { library: HEAP, server: MANY_ROUTES },
  expand(subject) {
    if (subject.kind === 'server') return [{ ...subject, part: 'routes' }]
    const runtimes = RUNTIMES.flatMap((name) => findRuntime(name) ?? [])
    return runtimes.map((runtime) => ({ ...subject, runtime, part: `on ${runtime.name}` }))
  },
  async measure({ subjects, values: { processes, seed }, counter, lanes }) {
    const measured = await measureProcesses({
      ...{ servers: subjects, processes, lanes, seed },
      async measure(subject, round, cpus): Promise<Measured> {
        if (subject.kind === 'server') return routesHeapOf(subject, cpus)
        // Counts of processes agree within about 5%, and take far longer.
        const instructions = counter && round === 1 ? await instructionsOf(counter, subject) : null
        const { heaps, ...named } = await heapOf(subject)
        return { ...named, heaps: { ...heaps, ...(instructions && { instructions }) } }
      },
      line: ({ heaps: { user, route } }) =>
        `${grouped(slope((user ?? route)?.used ?? []))} bytes each`,
    })
    return sixDigits({
      ...{ scenario: 'update-user' as const, protocol: { counts: [...COUNTS], processes, seed } },
      servers: measured.map(({ server, processes: all, ...identity }) => ({
        ...{ ...identity, ...namesOf(server, all[0]?.library, all[0]?.package) },
        processes: all.map(({ heaps }) => heaps),
      })),
    })
  },
})
