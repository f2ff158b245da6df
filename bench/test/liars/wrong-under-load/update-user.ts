import { honest, serve } from '../user-server.ts'

serve((call) => {
  const answer = honest(call)
  const lies = call.loaded && call.count % 1_000 < 3
  return lies ? { ...answer, body: answer.body.replace(/"id":\d+/, '"id":0') } : answer
})
