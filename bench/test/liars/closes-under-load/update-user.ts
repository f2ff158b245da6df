import { honest, serve } from '../user-server.ts'

serve((call) => {
  if (!call.loaded || call.count % 1_000 !== 0) return honest(call)
  call.response.destroy()
  return undefined
})
