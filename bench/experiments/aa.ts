/** How often two equals are called different: many short A/A runs. */
import { isTie } from '../intervals.ts'
import { defaultProtocol } from '../options.ts'
import { type EqualsRun, runEquals } from './equals.ts'
import { type Experiment, perform } from './experiment.ts'

interface Figures {
  rounds: number
  durationSeconds: number
  runs: EqualsRun[]
}

const RUNS = 20
const PROTOCOL = { ...defaultProtocol, rounds: 4, durationSeconds: 1, sliceSeconds: 0.5, warmupSeconds: 1 }

export const equals: Experiment<Figures> = {
  name: 'aa',
  async measure(pinning) {
    const runs: EqualsRun[] = []
    for (let seed = 1; seed <= RUNS; seed++) {
      runs.push(await runEquals({ ...PROTOCOL, seed }, pinning))
      console.log(`${seed}/${RUNS}  ${runs.at(-1)?.requestsPerSecond.ratio.toFixed(3)}`)
    }
    return { rounds: PROTOCOL.rounds, durationSeconds: PROTOCOL.durationSeconds, runs }
  },
  tell({ rounds, durationSeconds, runs }) {
    const different = runs.filter(({ requestsPerSecond }) => !isTie(requestsPerSecond)).length
    const furthest = Math.max(...runs.map(({ requestsPerSecond: { ratio } }) => Math.abs(Math.log(ratio))))
    return `${runs.length} runs of \`http-node\` against itself, ${rounds} rounds of ${durationSeconds} s each: ${different} called a difference; 5% of them, that is ${runs.length * 0.05}, would be expected to by chance. The furthest ratio was ${((Math.exp(furthest) - 1) * 100).toFixed(1)}% from 1.`
  },
}

await perform(equals, import.meta.main)
