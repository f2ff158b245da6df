/** Law 2: bodies longer than many servers take. */
import type { Random } from '../../basics/random.ts'
import type { Scenario } from '../scenario.ts'
import { jsonWith } from '../values.ts'
import { chunked } from './framing.ts'
import { anyValid, type LawCase, lawful, single } from './law-case.ts'

/** A body of 150 KB may be taken, with the right answer, or refused; a size that is not stated makes no difference. */
export function sizeCases(scenario: Scenario, random: Random): LawCase[] {
  if (scenario.route.method === 'GET') return []
  const long = () => {
    const { json } = anyValid(scenario, random)
    return { id: 'long', json: jsonWith(JSON.parse(json), 'unknown', JSON.stringify('x'.repeat(150_000))) }
  }
  return [
    single('a body of 150 KB', 2, lawful(long())),
    single('a chunked body of 150 KB', 2, lawful(long(), chunked({ size: 16_384 }))),
  ]
}
