import { honest, serve } from '../user-server.ts'

serve((call) => (call.count > 2_000 ? undefined : honest(call)))
