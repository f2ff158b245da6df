import { honest, serve } from '../user-server.ts'

serve((call) => {
  if (call.count === 2_000) throw new Error('out of handles')
  return honest(call)
})
