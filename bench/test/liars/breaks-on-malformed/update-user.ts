import { broken, honest, parse, serve } from '../user-server.ts'

serve((call) => (parse(call.body) === undefined ? broken : honest(call)))
