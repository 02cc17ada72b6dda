internal import Shared

/// Says in a few words what an undo does.
struct UndoWords: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case nothing
        case refused
        /// Others have changed all of it since, so nothing is left to take back.
        case changedSince
        case setting(title: String, value: String)
        case removed(String)
        case added(String)
        case moved(String)
        case removedFrom(String, list: String)
        case addedTo(String, list: String)
        case listGone(String)
        case listBack(String)
        case listRenamed(String)
        case listMoved(String)
        case removedSome(Int)
        case addedSome(Int)
        case movedSome(Int)
        /// What the kind's description calls these records: its name for one, its plural for several.
        case records(Return, kind: String, count: Int)
        /// Records of several kinds, each with its number.
        case mixed([String])
        /// Records of kinds that this program does not know.
        case changes(Int)
    }

    /// How records return to what they were.
    enum Return: Hashable, Sendable {
        case back, gone, changed
    }

    let outcome: Outcome
    /// How many of the changes stay as they are, because others have changed the same records since.
    var leftAlone = 0

    /// What the undo has done.
    var text: String { words(isDone: true) }
    /// What the undo would do.
    var prospect: String { words(isDone: false) }

    private func words(isDone: Bool) -> String {
        let words =
            switch outcome {
            case .nothing: "nothing to undo"
            case .refused: "not undone"
            case .changedSince: "not undone: changed since"
            case .setting(let title, let value): (isDone ? "undone: " : "") + "\(title) \(value)"
            case .removed(let name): "\(name) is no longer a favorite"
            case .added(let name): "\(name) is a favorite again"
            case .moved(let name): "\(name) is back in its place"
            case .removedFrom(let name, let list): "\(name) is no longer in \(list)"
            case .addedTo(let name, let list): "\(name) is in \(list) again"
            case .listGone(let name): "the list \(name) is gone again"
            case .listBack(let name): "the list \(name) is back"
            case .listRenamed(let name): "the list is called \(name) again"
            case .listMoved(let name): "the list \(name) is back in its place"
            case .removedSome(let count): "\(count) coins are no longer favorites"
            case .addedSome(let count): "\(count) coins are favorites again"
            case .movedSome(let count): "\(count) favorites are back in their order"
            case .records(let way, let kind, 1): "the \(kind) is \(Self.words(way, "as it was"))"
            case .records(let way, let kind, let count):
                "\(count) \(kind) are \(Self.words(way, "as they were"))"
            case .mixed(let parts): (isDone ? "undone: " : "undo ") + parts.joined(separator: ", ")
            case .changes(let count): (isDone ? "undone: " : "undo ") + (count == 1 ? "1 change" : "\(count) changes")
            }
        return leftAlone > 0 ? "\(words), \(leftAlone) changed since" : words
    }

    private static func words(_ way: Return, _ former: String) -> String {
        switch way {
        case .back: "back"
        case .gone: "gone again"
        case .changed: former
        }
    }
}

extension UndoWords {
    /// - Parameter undoing: the undo of the latest change; nil if there is nothing to undo.
    init(of undoing: Undoing?, market: MarketTable, offers: ServerOffers) {
        guard let undoing else {
            self.init(outcome: .nothing)
            return
        }
        let keys = Self.named(undoing.keys)
        guard let key = keys.first else {
            self.init(outcome: undoing.refusal == nil ? .changedSince : .refused)
            return
        }
        let isOne = keys.count == 1
        self.init(
            outcome: isOne ? Self.outcome(to: key, undoing, market, offers) : Self.outcome(to: keys, undoing),
            leftAlone: undoing.leftAlone
        )
    }

    private static func outcome(
        to key: RecordKey,
        _ undoing: Undoing,
        _ market: MarketTable,
        _ offers: ServerOffers
    ) -> Outcome {
        if let setting = Settings.all.first(where: { $0.key == key }),
            let choice = undoing.after.choice(of: setting, offers)
        {
            return .setting(title: setting.title, value: choice.title)
        }
        let (before, after) = (undoing.before[key], undoing.after[key])
        if let list = outcome(toListFrom: before.flatMap(NamedList.init), to: after.flatMap(NamedList.init)) {
            return list
        }
        guard let item = (after ?? before).flatMap(ListItem.init) else { return records([key], undoing) }
        let name = market.row(of: item.coin).map { market[$0].instrument.symbol } ?? "\(item.coin)"
        let table = after == nil ? undoing.before : undoing.after
        let list = item.list == .favorites ? nil : table.shownName(of: item.list)
        if after == nil { return list.map { Outcome.removedFrom(name, list: $0) } ?? .removed(name) }
        if before == nil { return list.map { Outcome.addedTo(name, list: $0) } ?? .added(name) }
        return .moved(name)
    }

    private static func outcome(toListFrom before: NamedList?, to after: NamedList?) -> Outcome? {
        switch (before, after) {
        case (nil, nil): nil
        case (let list?, nil): .listGone(list.shownName)
        case (nil, let list?): .listBack(list.shownName)
        case (let before?, let after?):
            before.name == after.name ? .listMoved(after.shownName) : .listRenamed(after.shownName)
        }
    }

    /// The server's notes about a record come and go with it, so they are not named.
    private static func named(_ keys: [RecordKey]) -> [RecordKey] {
        let own = keys.filter { RecordKind.named(by: $0.kind)?.writer != .server }
        return own.isEmpty ? keys : own
    }

    private static func records(_ keys: [RecordKey], _ undoing: Undoing) -> Outcome {
        let known = keys.compactMap { key in
            RecordKind.named(by: key.kind).map {
                (kind: $0, isOwned: $0.isOwned(key), name: $0.name(of: key), plural: $0.plural(of: key))
            }
        }
        if known.count < keys.count { return .changes(keys.count) }
        let parts = Dictionary(grouping: known) { $0.plural }.sorted {
            let (one, other) = ($0.value[0], $1.value[0])
            return (one.kind.number, one.isOwned ? 1 : 0) < (other.kind.number, other.isOwned ? 1 : 0)
        }
        let counts = parts.map { plural, records in
            (name: records.count == 1 ? records[0].name : plural, count: records.count)
        }
        if counts.count > 1 { return .mixed(counts.map { "\($0.count) \($0.name)" }) }
        // A setting that has its initial value is not stored.
        let isSetting = keys.allSatisfy { $0.kind == RecordKind.setting.number }
        let way: Return =
            if isSetting {
                .changed
            } else if keys.allSatisfy({ undoing.before[$0] == nil }) {
                .back
            } else if keys.allSatisfy({ undoing.after[$0] == nil }) {
                .gone
            } else {
                .changed
            }
        return .records(way, kind: counts.first?.name ?? "", count: keys.count)
    }

    private static func outcome(to keys: [RecordKey], _ undoing: Undoing) -> Outcome {
        let count = keys.count
        // Restoring a list restores its coins.
        let lists = keys.filter { $0.kind == RecordKind.list.number }
        if lists.count == 1, undoing.before[lists[0]] == nil, let list = undoing.after[lists[0]].flatMap(NamedList.init)
        {
            return .listBack(list.shownName)
        }
        let favorites = keys.compactMap { (undoing.after[$0] ?? undoing.before[$0]).flatMap(ListItem.init) }
        guard favorites.count == count, favorites.allSatisfy({ $0.list == .favorites }) else {
            return records(keys, undoing)
        }
        let comeBack = keys.count { undoing.after[$0] != nil && undoing.before[$0] == nil }
        if comeBack > 0 { return .addedSome(comeBack) }
        let go = keys.count { undoing.after[$0] == nil }
        return go > 0 ? .removedSome(go) : .movedSome(count)
    }
}
