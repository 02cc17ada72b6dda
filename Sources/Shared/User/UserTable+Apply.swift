extension UserTable {
    /// Does a mutation by the rules that both ends share. If this refuses, the server would refuse for the same reason.
    ///
    /// - Parameters:
    ///   - history: the history of the asking client, which only an undo needs.
    ///   - writer: whether the user or the server asks.
    /// - Returns: what has changed. If nothing has, the version stays.
    /// - Throws: the refusal. Then nothing has changed.
    @discardableResult
    public mutating func apply(
        _ mutation: Mutation,
        within rules: RecordRules,
        after history: MutationHistory = MutationHistory(),
        by writer: RecordKind.Writer = .user
    ) throws(MutationRefusal) -> MutationEffect {
        // Move the table into the draft and back, so that it is not copied.
        var draft = MutationDraft(table: self, rules: rules, history: history, writer: writer)
        self = UserTable()
        defer { self = draft.table }
        do throws(MutationRefusal) {
            return try draft.perform(mutation)
        } catch {
            draft.rollBack()
            throw error
        }
    }
}
