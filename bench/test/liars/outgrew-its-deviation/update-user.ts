import { serve } from '../user-server.ts'

serve()
