import { honest, ok, serve } from '../user-server.ts'

serve((call) => {
  const answer = honest(call)
  return answer.status === 200 ? answer : ok({})
})
