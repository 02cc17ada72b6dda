internal import Observation
internal import Shared

/// The fields of a transaction that the user fills in.
@MainActor
@Observable
final class TransactionEntryViewModel: TabsScreenModel {
    typealias Field = TransactionForm.Field

    /// The faults that the user was warned of. Pressing Enter again overrides the warning.
    private enum Doubt: Hashable {
        case shortfall(TransactionShortfall)
        /// Another terminal has removed the transaction.
        case gone
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Never>()
    private(set) var focus = Field.amount { didSet { isForeignWord = false } }
    /// Why the transaction was not kept, as a sentence.
    private(set) var problem: String?
    private var form: TransactionForm
    /// The fields in which the user has typed or moved the cursor. One whose text has changed in the form since does not
    /// count.
    private var entries: [Field: TextEntry] = [:]

    /// Whether a letter has chosen no kind. Then the letters after it belong to a word that is no kind.
    private var isForeignWord = false

    private let coin: CoinID
    private let held: Transaction?
    private let session: Session
    private var doubts: Set<Doubt> = []
    /// The rates that were asked for.
    private var answers: [DayRatesRequest: Result<DayRates, AnswerProblem>] = [:]
    /// The rate that a transaction waits for, and that transaction's form.
    private var asking: (request: DayRatesRequest, form: TransactionForm)?
    @ObservationIgnored private let requests = AsyncStream.makeStream(of: DayRatesRequest.self)

    /// Longer texts than any field may have, so that a text that is too long is refused and not cut.
    private static let charactersMax = 300

    /// - Parameter held: the transaction to change; nil: a new one.
    init(coin: CoinID, changing held: Transaction?, session: Session, tabs: TabsViewModel) {
        (self.coin, self.held, self.session, self.tabs) = (coin, held, session, tabs)
        form = held.map(TransactionForm.init) ?? TransactionForm()
    }

    func entry(of field: Field) -> TextEntry {
        if let entry = entries[field], entry.text == form[field] { return entry }
        return TextEntry(form[field], limit: Self.charactersMax)
    }

    /// Whether the field shows how much the user holds, and such fields are hidden. What is being typed is shown, so that
    /// the user can check it.
    func isHidden(_ field: Field) -> Bool {
        guard tabs.hidesAmounts, [.amount, .total, .fee, .coinFee].contains(field), !form[field].isEmpty else {
            return false
        }
        return field != focus || !form.hasTyped(field)
    }

    /// The chosen kind.
    var kind: Transaction.Kind? { Transaction.Kind(rawValue: form[.kind]) }

    private var symbol: String { session.market.table.symbol(of: coin) }

    var title: String {
        held == nil ? "New transaction of \(symbol)" : "Transaction of \(symbol)"
    }

    /// A few words about the field that has the focus.
    var advice: String {
        if isHidden(focus) { return TransactionAdvice.hidden(key: keys.transactions.name(of: .hide)).description }
        let awaited = asking.map {
            TransactionAdvice.askingForRate(currency: $0.request.currency, day: $0.request.first)
        }
        return (awaited ?? .field(focus)).description
    }

    // MARK: Inputs

    func edited(_ edit: TextEdit) {
        (problem, doubts) = (nil, [])
        if focus == .kind { return kindEdited(edit) }
        var entry = entry(of: focus)
        entry.apply(edit)
        if entry.text != form[focus] {
            // What is hidden is typed anew.
            if isHidden(focus) {
                entry = TextEntry(limit: Self.charactersMax)
                entry.apply(edit)
            }
            form[focus] = entry.text
        }
        entries[focus] = entry
    }

    /// The kind is chosen and not typed: with the arrows, the space bar or its first letter.
    private func kindEdited(_ edit: TextEdit) {
        if case .type(let letter) = edit, letter != " " { return kindTyped(letter) }
        isForeignWord = false
        switch edit {
        case .right, .type: kindMoved(by: 1)
        case .left: kindMoved(by: -1)
        default: break
        }
    }

    /// A letter within a word that is no kind chooses nothing, as the `s` of `transfer`.
    private func kindTyped(_ letter: Character) {
        if isForeignWord { return }
        let chosen = Transaction.Kind.allCases.first { $0.rawValue.hasPrefix(letter.lowercased()) }
        if let chosen { form[.kind] = chosen.rawValue } else { isForeignWord = true }
    }

    private func kindMoved(by step: Int) {
        let kinds = Transaction.Kind.allCases
        let place = kind.flatMap(kinds.firstIndex(of:)) ?? 0
        form[.kind] = kinds[(place + step + kinds.count) % kinds.count].rawValue
    }

    func fieldClicked(_ field: Field) { focus = field }
    func nextRequested() { move(by: 1) }
    func previousRequested() { move(by: -1) }

    private func move(by step: Int) {
        let count = Field.allCases.count
        focus = Field(rawValue: (focus.rawValue + step + count) % count) ?? .kind
    }

    /// Answers the requests for rates. Cancelling the calling task stops it.
    func appeared() async {
        for await request in requests.stream {
            answers[request] = await session.rates.days(request)
            let asked = asking?.form
            asking = nil
            // If the form was edited meanwhile, it waits for the next Enter.
            if asked == form { keepRequested() }
        }
    }

    /// Keeps the transaction and closes the screen. If that is not possible, everything stays in its field, with the
    /// reason below. If a rate is missing, it is requested first.
    func keepRequested() {
        do throws(TransactionFault) {
            var generator = SystemRandomNumberGenerator()
            let id = held?.id ?? .random(using: &generator)
            keep(try form.transaction(id, of: coin, importID: held?.importID ?? 0, context))
        } catch .noRate(let currency, let day, _) {
            rateMissing(DayRatesRequest(currency, from: day, through: day))
        } catch {
            if let field = error.field { focus = field }
            show(error.words(\.title).asSentence, doubt: nil)
        }
    }

    private func rateMissing(_ request: DayRatesRequest) {
        var problem: AnswerProblem?
        switch answers[request] {
        case nil:
            problem = nil
            if asking?.request != request { requests.continuation.yield(request) }
            return asking = (request, form)
        case .failure(let reason):
            problem = reason
            // The next Enter asks again.
            answers[request] = nil
        case .success: problem = nil
        }
        focus = .rate
        show(TransactionFault.noRate(request.currency, request.first, problem).words(\.title).asSentence, doubt: nil)
    }

    private var context: TransactionContext {
        var rates = session.rates.known
        for case (let request, .success(let days)) in answers { rates.learn(days, for: request) }
        return TransactionContext(
            now: session.serverTime(by: tabs.clock),
            rates: rates,
            offers: session.user.offers
        )
    }

    private func keep(_ transaction: Transaction) {
        let table = session.user.table
        if held != nil, table.transaction(transaction.id) == nil, !doubts.contains(.gone) {
            return show(EntryFault.removedMeanwhile(record: "transaction").description, doubt: .gone)
        }
        if let shortfall = TransactionShortfall(transaction, in: table), !doubts.contains(.shortfall(shortfall)) {
            let told = tabs.hidesAmounts ? shortfall.withoutAmount : shortfall
            return show(EntryFault.moreThanHeld(told).description, doubt: .shortfall(shortfall))
        }
        let isNew = table.transaction(transaction.id) == nil
        let mutation: Mutation = isNew ? .put([transaction]) : .edit(transaction)
        if let refusal = session.user.refusal(of: mutation) { return show(refusal.description, doubt: nil) }
        if session.user.mutate({ _ in mutation }) {
            let row = TransactionRow(transaction, symbol: symbol, hidesAmounts: tabs.hidesAmounts)
            tabs.saved("\(row.kind) \(row.amount) \(symbol)")
        }
        exits.take(.closed)
    }

    private func show(_ problem: String, doubt: Doubt?) {
        self.problem = problem
        if let doubt { doubts.insert(doubt) }
    }
}

extension TransactionForm.Field {
    var title: String {
        switch self {
        case .kind: "Kind"
        case .amount: "Amount"
        case .price: "Price"
        case .total: "Total"
        case .currency: "Currency"
        case .rate: "Rate"
        case .fee: "Fee"
        case .coinFee: "Coin fee"
        case .time: "Time"
        case .account: "Account"
        case .target: "To account"
        case .note: "Note"
        }
    }
}
