import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, honest, serve } from '../user-server.ts'

const cache = new Map<string, Answer>()
const count = { answers: 0, underLoad: 0, hits: 0 }
serve((call) => {
  const cached = cache.get(call.body)
  const answer = cached ?? honest(call)
  if (answer.status !== 200) return answer
  count.answers++
  if (call.loaded) count.underLoad++
  if (cached) count.hits++
  cache.set(call.body, answer)
  return answer
})
process.on('SIGTERM', () => {
  writeFileSync(join(tmpdir(), 'cache.json'), JSON.stringify(count))
  process.exit()
})
