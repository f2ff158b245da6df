import { createFileRoute } from '@tanstack/react-router'
import { POST } from '../../update-user.ts'

export const Route = createFileRoute('/updateUser')({ server: { handlers: { POST } } })
