internal import Observation
internal import Shared

/// Lets the user choose one of several items. Typing leaves the items whose titles contain the typed text.
///
/// The items may change while the user looks, because other terminals change them, too.
@MainActor
@Observable
final class PickerViewModel<Value: Hashable & Sendable>: TabsScreenModel {
    /// A row of the list.
    enum Row: Hashable, Sendable {
        case item(PickerItem<Value>)
        /// Makes a new item. It asks for the name first, because the typed text may be a mistyped filter.
        case new(name: String)
    }

    /// What the user types.
    enum Typing: Hashable, Sendable {
        case filter
        case newName
        /// - present: the item's name when the user began, because another terminal may remove the item meanwhile.
        case name(of: Value, present: String)
    }

    /// Everything that the rows depend on.
    private struct Inputs: Equatable {
        var items: [PickerItem<Value>]
        /// The text that titles must contain.
        var typed: String
        /// The value that the typed text means.
        var read: PickerItem<Value>?
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Value>()
    let editing: PickerEditing<Value>?
    let reading: PickerReading<Value>?
    /// What the key that chooses does with an item, in a word.
    let verb: String
    private(set) var entry = TextEntry(limit: 100)
    private(set) var typing = Typing.filter
    /// Why the last key did nothing, as a sentence.
    private(set) var fault: String?

    private let ownTitle: String
    private let source: @MainActor () -> [PickerItem<Value>]
    private let words: @MainActor () -> PickerAbsence
    private let derived = Derived<Inputs, (rows: [Row], rowsMax: Int)>(([], 0))
    /// Nil stands for the row that makes a new item.
    private var selection = RowSelection<Value?>()

    /// - Parameters:
    ///   - title: what the user chooses, in a few words.
    ///   - verb: what a choice does, in a word.
    ///   - reading: the values that the user may type besides the items.
    ///   - absence: the words in place of items.
    ///   - items: the present items; called for each frame, so it keeps them (`Derived`).
    init(
        _ title: String,
        verb: String = "choose",
        tabs: TabsViewModel,
        editing: PickerEditing<Value>? = nil,
        reading: PickerReading<Value>? = nil,
        absence: @escaping @MainActor () -> PickerAbsence = { .nothing },
        items: @escaping @MainActor () -> [PickerItem<Value>]
    ) {
        (ownTitle, self.verb, self.tabs, source) = (title, verb, tabs, items)
        (self.editing, self.reading, words) = (editing, reading, absence)
        let all = items()
        if let item = all.first(where: \.isMarked) ?? all.first { selection.select(item.value) }
        refresh()
    }

    var title: String {
        switch typing {
        case .filter: ownTitle
        case .newName: "New \(editing?.noun ?? "")"
        case .name(_, let present): "Rename \(present)"
        }
    }

    /// First the items whose titles begin with the typed word, and then those that begin with the typed text. If no item has that
    /// name, the last row offers a new one.
    var rows: [Row] { derived.value.rows }
    /// How many rows there are without a filter.
    var rowsMax: Int { derived.value.rowsMax }
    /// How often the rows were made.
    var makings: Int { derived.makings }

    /// The words in place of rows.
    var absence: [String] { (rowsMax == 0 ? words() : PickerAbsence.noMatch(entry.text)).lines }

    /// The place of the selected row.
    var selected: Int { selection.place(in: rows) }
    var window: ListWindow { selection.window }

    /// Nil if the row that makes a new item is selected, or no row is.
    var selectedItem: PickerItem<Value>? {
        let rows = rows
        let place = selection.place(in: rows)
        guard rows.indices.contains(place), case .item(let item) = rows[place] else { return nil }
        return item
    }
}

extension PickerViewModel.Row: Identifiable {
    /// Nil for the row that makes a new item.
    var id: Value? { if case .item(let item) = self { item.value } else { nil } }
}

// MARK: Inputs
extension PickerViewModel {
    /// Makes the rows, if the items or the typed text have changed.
    func refresh() {
        let typed = typing == .filter ? entry.text.trimmed : ""
        let inputs = Inputs(items: source(), typed: typed, read: typed.isEmpty ? nil : try? reading?.read(typed))
        derived.follow(inputs) {
            (rows(of: inputs), inputs.items.count + (editing == nil ? 0 : 1))
        }
    }

    private func rows(of inputs: Inputs) -> [Row] {
        let (all, typed) = (inputs.items, inputs.typed)
        let found = all.compactMap { item in Self.place(of: typed, in: item.title).map { (item, $0) } }
        let first = (0...2).flatMap { place in found.filter { $0.1 == place } }
        let isKnown = { (title: String) in all.contains { $0.title.lowercased() == title.lowercased() } }
        let new = editing == nil || isKnown(typed) ? [] : [Row.new(name: typed)]
        let others = inputs.read.map { isKnown($0.title) ? [] : [Row.item($0)] } ?? []
        return first.map { .item($0.0) } + others + new
    }

    /// - Returns: 0 where a title begins with the typed word, 1 where it begins with the typed text, 2 where it contains that.
    private static func place(of typed: String, in title: String) -> Int? {
        guard !typed.isEmpty else { return 0 }
        let title = title.visible
        return TextMatch.range(of: typed.visible, in: title).map { range in
            if range.lowerBound > 0 { return 2 }
            let next = title.dropFirst(range.upperBound).first
            return next == nil || next == " " ? 0 : 1
        }
    }

    /// - Parameter height: how many rows are visible. The selection stays among them.
    func resized(height: Int) {
        var next = selection
        next.follow(rows, height: height)
        if next != selection { selection = next }
    }

    func edited(_ edit: TextEdit) {
        let before = entry.text
        entry.apply(edit)
        fault = nil
        guard typing == .filter, entry.text != before else { return }
        refresh()
        // While the user types, the best match is selected.
        selection.selectFirst()
    }

    func selectionMoved(by steps: Int) {
        guard typing == .filter else { return }
        select(selected + steps)
    }

    func paged(by pages: Int) { selectionMoved(by: pages * max(1, window.height ?? 1)) }

    func rowClicked(_ row: Int) {
        guard typing == .filter, rows.indices.contains(row) else { return }
        select(row)
        chooseRequested()
    }

    func chooseRequested() {
        switch typing {
        case .newName: create(entry.text)
        case .name(let value, _): attempt { (editing) throws(PickerFault) in try editing.rename(value, entry.text) }
        case .filter:
            let (rows, place) = (rows, selected)
            guard rows.indices.contains(place) else { return refuse(entry.text.trimmed) }
            switch rows[place] {
            case .item(let item): exits.take(.own(item.value))
            case .new: createRequested()
            }
        }
    }

    func createRequested() {
        guard editing != nil, typing == .filter else { return }
        begin(.newName, with: entry.text)
    }

    func renameRequested() {
        guard editing != nil, typing == .filter, let item = selectedItem else { return }
        begin(.name(of: item.value, present: item.title), with: item.name ?? item.title)
    }

    func deleteRequested() {
        guard typing == .filter, let item = selectedItem else { return }
        let next = selected
        attempt { (editing) throws(PickerFault) in try editing.delete(item.value) }
        if fault == nil { selection.select(place: next) }
    }

    /// Moves the selected item to another place, unless a filter hides others, because then a place has no meaning.
    func moved(by step: Int) {
        guard let editing, typing == .filter, let item = selectedItem else { return }
        if !entry.isEmpty {
            fault = EntryFault.hiddenByFilter(noun: editing.noun).description
            return
        }
        editing.move(item.value, step)
    }

    /// Stops the typing of a name, if there is any.
    func innerDismissed() -> Bool {
        if typing == .filter { return false }
        begin(.filter, with: "")
        return true
    }
}

// MARK: Changes
extension PickerViewModel {
    private func begin(_ typing: Typing, with text: String) {
        (self.typing, entry, fault) = (typing, TextEntry(text, limit: 100), nil)
        refresh()
    }

    private func select(_ row: Int) {
        selection.select(place: row, in: rows)
        fault = nil
    }

    /// Says why a typed text is no value.
    private func refuse(_ typed: String) {
        guard let reading, !typed.isEmpty else { return }
        do throws(PickerFault) {
            _ = try reading.read(typed)
        } catch {
            fault = error.words
        }
    }

    /// Makes an item and selects it.
    private func create(_ name: String) {
        attempt { (editing) throws(PickerFault) in
            let value = try editing.create(name)
            selection.select(value)
            exits.take(.own(value))
        }
    }

    /// Makes a change. If it fails, the reason is shown, and the typed text stays.
    private func attempt(_ change: (PickerEditing<Value>) throws(PickerFault) -> Void) {
        guard let editing else { return }
        do throws(PickerFault) {
            try change(editing)
            begin(.filter, with: "")
        } catch {
            fault = error.words
            // The typed name then is one for a new item.
            if error.isGone { typing = .newName }
        }
    }
}
