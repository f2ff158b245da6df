/** How often two equals are called different: many short A/A runs. */
import { isTie, type RatioEstimate } from '../../shared/result/intervals.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../measure/protocol.ts'
import { runEquals } from './lib/equals.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Figures {
  rounds: number
  durationSeconds: number
  /** The copy's requests/s over the baseline's, of each run. */
  ratios: RatioEstimate[]
}

const RUNS = 20
/** As few rounds as a published run has at the least. */
const PROTOCOL = { ...defaultProtocol, rounds: LEAST_ROUNDS }

export const equals: Experiment<Figures> = {
  name: 'aa',
  async measure(pinning) {
    const ratios: RatioEstimate[] = []
    for (let seed = 1; seed <= RUNS; seed++) {
      const estimate = await runEquals({ ...PROTOCOL, seed }, pinning)
      ratios.push(estimate)
      const { ratio, low, high } = estimate
      console.log(`${seed}/${RUNS}  ${[ratio, low, high].map((value) => value.toFixed(3)).join('  ')}`)
    }
    return { rounds: PROTOCOL.rounds, durationSeconds: PROTOCOL.durationSeconds, ratios }
  },
  markdown({ rounds, durationSeconds, ratios }) {
    const different = ratios.filter((ratio) => !isTie(ratio)).length
    const furthest = Math.max(...ratios.map(({ ratio }) => Math.abs(Math.log(ratio))))
    return `${ratios.length} runs of \`http-node\` against itself, ${rounds} rounds of ${durationSeconds} s each: ${different} called a difference; 5% of them, that is ${ratios.length * 0.05}, would be expected to by chance. The furthest ratio was ${((Math.exp(furthest) - 1) * 100).toFixed(1)}% from 1.`
  },
}

await perform(equals, import.meta.main)
