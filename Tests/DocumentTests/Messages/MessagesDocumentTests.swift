import MockMarket
import TestSupport
import Testing

@testable import PushServer
@testable import Shared
@testable import TerminalClient
@testable import tickwire
@testable import tickwire_server

/// docs/MESSAGES.md is what the code says. `RECORD_PICTURES=1` writes it anew, with `TICKWIRE_FLEET=1` also the chapter on the
/// database.
struct MessagesDocumentTests {
    @Test func theDocumentHasEveryMessage() throws {
        #expect(try RecordedText.isKept(Self.text, inDocument: "MESSAGES.md"), "differs from MESSAGES.md")
    }

    /// A message that is told twice would have two meanings.
    @Test func eachSampleIsOfAnotherCase() {
        for chapter in MessageChapter.all {
            let texts = chapter.messages.map(\.text)
            #expect(Set(texts).count == texts.count, "\(chapter.title)")
        }
    }

    @Test func everyCloseCodeIsExplained() {
        #expect(Set(Close.samples.map(\.code)) == Set(CloseCode.all))
    }

    @Test func everyKindOfChartProblemIsExplained() {
        #expect(Set(ChartProblem.samples.map(\.kind)) == Set(ChartProblem.Kind.allCases))
    }

    /// `what is wrong; what to do`
    @Test func aMistypedCommandSaysWhatToDo() {
        for usage in Usage.all {
            let message = usage.message
            // The parser has words of its own for values that are missing or that it cannot read.
            let isOfParser = message.hasPrefix("The value") || message.hasPrefix("Missing value")
            #expect(isOfParser || message.contains("; "), "\(usage.typed): \(message)")
        }
    }

    /// The page has what the parser says of a mistyped command.
    @Test func eachWrongUsageOfTheTerminalIsExplained() {
        let explained = UsageMessages.all.map(\.text)
        for usage in Usage.all where usage.isOfTerminal {
            let message = usage.message
            // The parser puts words of its own before those of a value that it cannot read.
            let isOfParser = message.hasPrefix("The value") || message.hasPrefix("Missing value")
            let isKnown = isOfParser || explained.contains(message)
            #expect(isKnown, "\(usage.typed): \(message)")
        }
    }

    private static var text: String {
        get throws {
            let head = """
                # Messages

                Each message that a user or an operator can see, why it comes, and what to do about it. This page is generated from the
                code, one sample for each kind of message: names, numbers and paths are examples. A dash means that there is nothing to
                do. On screens a dash also stands for each value that is not known. Of the server's log, the page has little more than
                what asks the operator for something.

                Commands write errors to standard error and end with a status: 64 for wrong usage, 69 where the server cannot be
                reached or does not answer, 75 where `--max-age` finds prices too old, 77 where the server does not let you in, and 1
                for all else.
                """
            let tables = try MessageChapter.all.map(\.table) + [DatabaseMessages.table, Usage.table]
            return ([head] + tables).joined(separator: "\n\n")
        }
    }
}

/// Messages that come from one place.
struct MessageChapter {
    let title: String
    let introduction: String
    let messages: [Message]

    init(_ title: String, _ introduction: String, _ messages: [Message]...) {
        (self.title, self.introduction, self.messages) = (title, introduction, Array(messages.joined()))
    }

    var table: String {
        let head = ["## \(title)", "", introduction, "", "| message | cause | what to do |", "| --- | --- | --- |"]
        return (head + messages.map(\.row)).joined(separator: "\n")
    }

    static let all = [
        MessageChapter("The bottom line", "How the connection and the prices are.", Message.all(StatusWords.self)),
        MessageChapter(
            "Problems",
            "They stay in the bottom line, after a `!`, until you press `Esc`. Words that prices are not live or not real come before them.",
            Message.all(Problem.self),
            [RefusedNode.message, MutationNotStored.message]
        ),
        MessageChapter(
            "Changes that are refused",
            "They come as problems, and from each command that changes something. Nothing was changed.",
            Message.all(MutationRefusal.self)
        ),
        MessageChapter(
            "Names of lists",
            "Where a list is named, on the screen and by `tickwire lists`. Nothing was changed.",
            Message.all(ListNameFault.self),
            Message.all(FixedList.self)
        ),
        MessageChapter(
            "Notices",
            "What a key has just done, for some seconds.",
            Message.all(Notice.self),
            Message.all(UndoWords.self)
        ),
        MessageChapter(
            "Where there is nothing to show",
            "In place of a list, a chart or a text.",
            Message.all(Absence.self),
            Message.all(PickerAbsence.self),
            Message.all(DetailAbsence.self),
            Message.all(DevicesAbsence.self),
            Message.all(HoldingsAbsence.self),
            Message.all(AlertsAbsence.self)
        ),
        MessageChapter(
            "Questions on screens",
            "They wait for an answer, and nothing is done before it comes.",
            Message.all(Question.self),
            TrustQuestion.messages
        ),
        MessageChapter(
            "Beside fields and lists",
            "On screens, where you type or choose. What you have typed stays in its field.",
            Message.all(EntryFault.self),
            Message.all(TransactionAdvice.self),
            Message.all(DevicesNote.self)
        ),
        MessageChapter("Settings", "Below the rows of Settings.", Message.all(SettingsWords.self)),
        MessageChapter("Login", "Below the form.", Message.all(LoginMessage.self), Message.all(LoginFault.self)),
        MessageChapter(
            "The connection",
            "In the bottom line, in Login, on a screen of its own where trying again would not help, and from every command.",
            Message.all(ConnectionError.self),
            Message.all(ConnectFailure.self),
            Message.all(TLSError.self)
        ),
        MessageChapter(
            "The private server",
            "From `tickwire local`, and wherever a private server is started.",
            Message.all(LocalServerError.self)
        ),
        MessageChapter("Where nothing more happens by itself", "On a screen of its own.", Message.all(StopReason.self)),
        MessageChapter(
            "Why the server closes a connection",
            "The terminal tries again by itself unless there is something to do.",
            Message.all(Close.self)
        ),
        MessageChapter(
            "Charts",
            "In place of candles, or beside their source or a compared coin.",
            Message.all(CandleState.self),
            Message.all(ComparedAbsence.self),
            Message.all(ChartProblem.self)
        ),
        MessageChapter(
            "Alerts",
            "On the screen of alerts, from `tickwire alerts`, and where alerts are typed or fire.",
            AlertMessages.all,
            Message.all(AlertTextFault.self)
        ),
        MessageChapter(
            "Alerts that are not delivered",
            "Beside a way of delivery, on screens and from `tickwire alerts ways`.",
            DeliveryMessages.all
        ),
        MessageChapter("The chart of holdings", "Beside its title.", Message.all(HistoryRemark.self)),
        MessageChapter(
            "Providers",
            "In the bottom line, with charts and texts, and in the server's log.",
            Message.all(ProviderFailure.self)
        ),
        MessageChapter("Your account and coins", "On Devices, on a coin's page and from commands.", Answers.all),
        MessageChapter("Your files", "When `tickwire` starts.", Message.all(ProfileError.self), ConfigMistake.all),
        MessageChapter(
            "The log of a terminal",
            "In `terminal.log` in the profile's folder. Nothing is lost, because a cache only saves time.",
            Message.all(CacheNote.self)
        ),
        MessageChapter(
            "Links and commands",
            "From `tickwire`, with status 64 where a link is wrong.",
            Message.all(DeepLinkFault.self),
            Message.all(InvitationLinkFault.self),
            Message.all(UserExportError.self),
            CommandMessages.all
        ),
        MessageChapter("Currencies and holdings", "From commands.", MoneyMessages.all),
        MessageChapter(
            "What commands have done",
            "From commands that change something, with status 0 unless the cause says otherwise.",
            Message.all(Outcome.self),
            Message.all(ImportOutcome.self),
            Message.all(DeliveryTestResult.self)
        ),
        MessageChapter(
            "Changes that still wait",
            "From each command that signs in as you, on standard error. The command does what it was asked to.",
            Message.all(WaitingChanges.self)
        ),
        MessageChapter("Where there is nothing to print", "In place of a table.", Message.all(EmptyReport.self)),
        MessageChapter(
            "Lines of `tickwire watch`",
            "Beside those of prices and sources.",
            Message.all(WatchLine.self)
        ),
        MessageChapter(
            "Lines of `tickwire --plain`",
            "In place of the screen. Each has the time in front.",
            Message.all(PlainLine.self)
        ),
        MessageChapter(
            "Questions of commands",
            "On standard error. With `--password-stdin`, no command asks for a password.",
            Message.all(Prompt.self)
        ),
        MessageChapter(
            "How old data is",
            "From each command that prints prices or candles, on standard error.",
            AgeMessages.all
        ),
        MessageChapter(
            "Prices that are made up",
            "From each command that prints prices, on standard error.",
            AgeMessages.mockMarket
        ),
        MessageChapter("Wrong usage of `tickwire`", "The status is 64.", UsageMessages.all),
        MessageChapter(
            "For the operator",
            "From `tickwire-server`, with status 1.",
            Message.all(ServerError.self),
            Message.all(PathFault.self),
            Message.all(UserError.self),
            Message.all(UserStoreError.self),
            Message.all(StoreMoveError.self),
            Message.all(AdminError.self),
            Message.all(DrainError.self),
            Message.all(SharedAddress.self),
            Message.all(ServerCertificate.Refusal.self),
            Message.all(ReplayError.self),
            Message.all(APIKeyFault.self)
        ),
        MessageChapter(
            "What commands of `tickwire-server` have done",
            "From commands that change something, with status 0.",
            Message.all(OperatorOutcome.self)
        ),
        MessageChapter(
            "A running server",
            "In its log. What keeps a node from having current prices is also at `/readyz` and in `status`.",
            RunningMessages.all
        ),
    ]
}
