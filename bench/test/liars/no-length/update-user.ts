import { honest, serve } from '../user-server.ts'

serve((call) => {
  call.response.useChunkedEncodingByDefault = false
  return { ...honest(call), headers: { 'content-type': 'application/json' } }
})
