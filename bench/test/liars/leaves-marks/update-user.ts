import { honest, mark, serve } from '../user-server.ts'

let marked = false
serve((call) => {
  if (call.loaded && !marked) mark('loaded')
  marked ||= call.loaded
  return honest(call)
})
