/** Why a template has no result: it cannot be evaluated at all, or not with this payload. */
export class TemplateFailure extends Error {}
