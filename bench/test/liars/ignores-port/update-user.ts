import { honest, serve } from '../user-server.ts'

serve(honest, 0)
