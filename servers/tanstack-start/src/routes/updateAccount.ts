import { createFileRoute } from '@tanstack/react-router'
import { POST } from '../../update-account.ts'

export const Route = createFileRoute('/updateAccount')({ server: { handlers: { POST } } })
