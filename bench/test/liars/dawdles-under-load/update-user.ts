import { honest, sendAnswer, serve } from '../user-server.ts'

serve((call) => {
  if (!call.loaded) return honest(call)
  setTimeout(() => sendAnswer(call.response, honest(call)), 100)
  return undefined
})
