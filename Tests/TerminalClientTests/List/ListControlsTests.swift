import Testing

@testable import TerminalClient

/// The order of a list while the user types into its filter, sorts the list and clears the filter.
struct ListControlsTests {
    private typealias Order = ListOrder<QuoteColumn>

    /// Controls with a filter that the user has just typed.
    private func filtered(_ order: Order) -> ListControls<QuoteColumn> {
        var controls = ListControls(order)
        controls.editFilter(.paste("coin"))
        return controls
    }

    @Test func whatTheUserDidLastDecides() {
        var controls = filtered(.sorted(PriceSort(.volume)))
        #expect(controls.order == .bestMatch)
        controls.sort(by: .price)
        #expect(controls.order == .sorted(PriceSort(.price)))
        controls.editFilter(.type("s"))
        #expect(controls.order == .bestMatch)
        controls.clearFilter()
        #expect(controls.order == .sorted(PriceSort(.price)), "the order that the user chose last")
    }

    @Test func aFilterThatIsKeptOrOnlyLookedAtChangesNothing() {
        var controls = filtered(.own)
        controls.keepFilter()
        #expect(controls.order == .bestMatch)
        controls.sort(by: .price)
        controls.beginFilter()
        for edit in [TextEdit.left, .start, .deleteBack, .end] { controls.editFilter(edit) }
        #expect(controls.order == .sorted(PriceSort(.price)))
    }

    @Test func aFilterWithoutWordsLeavesTheListInItsOrder() {
        var controls = filtered(.own)
        controls.editFilter(.deleteToStart)
        #expect(controls.order == .own)
        controls.editFilter(.type(" "))
        #expect(controls.order == .own)
    }

    @Test func sortingMatchesByTheFormerColumnDoesNotReverseIt() {
        var controls = filtered(.sorted(PriceSort(.volume)))
        controls.sort(by: .volume)
        #expect(controls.order == .sorted(PriceSort(.volume)))
        controls.sort(by: .volume)
        #expect(controls.order == .sorted(PriceSort(.volume).flipped))
    }

    @Test func theKeysForTheNextColumnAndTheReverseOrderChooseAnOrder() {
        var controls = filtered(.sorted(PriceSort(.volume)))
        controls.cycle(through: QuoteColumn.sortable)
        #expect(controls.order == .sorted(PriceSort(.rank)))
        controls = filtered(.sorted(PriceSort(.volume)))
        controls.flip()
        #expect(controls.order == .sorted(PriceSort(.volume).flipped))
        controls = filtered(.own)
        controls.flip()
        #expect(controls.order == .bestMatch, "no column sorts the list, so there is nothing to reverse")
        controls.returnToOwnOrder()
        #expect(controls.order == .own)
    }
}
