import { broken, honest, serve } from '../user-server.ts'

serve((call) => (call.loaded && call.count % 1_000 === 0 ? broken : honest(call)))
