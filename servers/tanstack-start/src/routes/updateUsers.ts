import { createFileRoute } from '@tanstack/react-router'
import { POST } from '../../user-list.ts'

export const Route = createFileRoute('/updateUsers')({ server: { handlers: { POST } } })
