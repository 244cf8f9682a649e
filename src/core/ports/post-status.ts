/** How far a post has come. */
export type PostStatus = 'draft' | 'queued' | 'uploading' | 'sent'
