/** Why the model did not write the drafts, although it was available or requested. */
export const MODEL_WARNINGS = ['model_not_configured', 'model_budget_used', 'model_unreachable', 'model_answer_unusable'] as const
export type ModelWarning = (typeof MODEL_WARNINGS)[number]
