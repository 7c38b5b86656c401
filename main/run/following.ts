/**
 * [B11] The answer that the user is at, in each conversation, among those that are being written. Only that one takes the
 * tip along when it is whole: the tip moves by what the user does, never because another branch's answer ended.
 */
export class Following {
  readonly #at = new Map<string, { answerId: string; tipId: string }>();

  /** @param tipId where the tip stands, on the branch of the answer's question */
  follow(conversationId: string, answerId: string, tipId: string): void {
    this.#at.set(conversationId, { answerId, tipId });
  }

  /** The answer that takes the tip along. */
  answerOf(conversationId: string): string | null {
    return this.#at.get(conversationId)?.answerId ?? null;
  }

  /** The user turned to something that is not being written. */
  leave(conversationId: string): void {
    this.#at.delete(conversationId);
  }

  /** An answer is whole: where the tip must still stand to move onto it; null where the user is elsewhere. */
  end(conversationId: string, answerId: string): string | null {
    const at = this.#at.get(conversationId);
    if (at?.answerId !== answerId) return null;
    this.#at.delete(conversationId);
    return at.tipId;
  }
}
