import { mark, serve } from '../user-server.ts'

serve(() => {
  mark('called')
  return undefined
})
