import { honest, ok, serve } from '../user-server.ts'

let lax = false
serve((call) => {
  lax ||= call.loaded
  const answer = honest(call)
  return lax && answer.status !== 200 ? ok({}) : answer
})
