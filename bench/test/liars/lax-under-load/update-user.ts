import { honest, ok, serve } from '../user-server.ts'

serve((call) => {
  const answer = honest(call)
  return call.loaded && answer.status !== 200 ? ok({}) : answer
})
