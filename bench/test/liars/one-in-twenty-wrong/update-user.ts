import { honest, serve } from '../user-server.ts'

serve((call) => {
  const answer = honest(call)
  const lies = call.loaded && call.count % 20 === 0
  return lies ? { ...answer, body: answer.body.replace(/"id":\d+/, '"id":0') } : answer
})
