import { grouped, plural } from '../../../shared/basics/text.ts'
import { instructions } from '../../../shared/probes/instructions.ts'
import { counted, fixedSeed, processes } from '../../cli/options.ts'
import { REPEATABLE, STANDARD } from '../../counters/amounts.ts'
import { countProcess, javascriptOf, LESSER } from '../../counters/count-process.ts'
import { readyCounter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { forCounting } from '../../machine/v8-flags.ts'
import { type Figures, measuring } from '../../measure/probe.ts'
import { serversOfScenario } from '../../measure/subjects.ts'

export default measuring({
  probe: instructions,
  description: 'count the instructions that servers execute in user space per request',
  subjects: serversOfScenario,
  options: {
    // Enough to detect 1% more work in 19 of 20 comparisons.
    processes: processes(5, 2),
    requests: counted(STANDARD.requests),
    seed: fixedSeed,
  },
  async prepare() {
    const counter = await readyCounter()
    return { counter, version: counter.version }
  },
  protocol: ({ requests }, { lanes }) => ({ ...STANDARD, requests, sideBySide: lanes.length }),
  opening: ({ processes, requests }) =>
    `${plural(processes, 'process', 'processes')} of ${grouped(requests)} requests`,
  async measure(subject, { round, cpus, scenario, values: given, tools: { counter } }) {
    const { requests, repeatably = false, seed = 1 } = given
    const amounts = repeatably ? REPEATABLE : { ...STANDARD, requests }
    const runtime = repeatably ? forCounting(subject.runtime, round) : subject.runtime
    // An invalid request would discard optimized code now and then.
    const ring = () =>
      requestsFor({ scenario, protocol: { seed } }, subject, { validOnly: repeatably })
    const process = await countProcess(
      { counter, protocol: amounts, ring },
      { ...subject, runtime },
      cpus,
    )
    const { first, second, settled } = process
    const values: Figures['values'] = repeatably
      ? { [LESSER]: Math.min(first.javascript, second.javascript) }
      : {
          instructions: javascriptOf(process),
          others: (first.others + second.others) / 2,
          settled: Number(settled),
        }
    return { values }
  },
})
