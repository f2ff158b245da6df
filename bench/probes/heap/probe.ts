import { RUNTIMES } from '../../../shared/format/disclosure.ts'
import { COUNTS, heap } from '../../../shared/probes/heap.ts'
import { counts, fixedSeed, processes, quick } from '../../cli/options.ts'
import { HEAP, MANY_ROUTES } from '../../folders/servers.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { measuring } from '../../measure/probe.ts'
import { foldersWithFiles } from '../../measure/subjects.ts'
import { heapOf, instructionsOf, routesHeapOf } from './measure.ts'

export default measuring({
  probe: heap,
  description: 'heap that schemas of validation libraries and routes of servers retain',
  subjects: foldersWithFiles({ schema: HEAP, route: MANY_ROUTES }),
  options: { processes: processes(5, 1), counts, seed: fixedSeed, quick },
  expand: (subject) =>
    subject.kind === 'route'
      ? [subject]
      : RUNTIMES.flatMap((name) => findRuntime(name) ?? []).map((runtime) => ({
          ...subject,
          runtime,
        })),
  protocol: () => ({ counts: [...COUNTS] }),
  async measure(subject, { round, cpus, values, tools: { counter } }) {
    if (subject.kind === 'route') return routesHeapOf(subject, cpus)
    // Counts of processes agree within about 5%, and take far longer.
    const instructions =
      counter && (round === 1 || values.repeatably) ? await instructionsOf(counter, subject) : null
    const figures = await heapOf(subject)
    return { ...figures, values: { ...figures.values, ...(instructions && { instructions }) } }
  },
})
