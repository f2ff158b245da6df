import { honest, serve } from '../user-server.ts'

serve((call) => {
  JSON.parse(call.body)
  return honest(call)
})
